"""The games' terms are those of their rules: words that say something else to players do not come back."""

import pytest
from riverlight.languages.catalogues import DOMAINS, kept

OTHER_WORDS = {
    "de": {
        "Tempo": "Ansage",
        "Jäger": "Grabräuber",
        "Bedienfehler": "nicht bedient",
        "gekommen ist": "eingegeben wurde",
        "den Wasserfall hinab": "über den Wasserfall",
    },
    "zh-Hant": {
        "尼加拉": "瀑布淘金客",
        "金字塔": "古墓謎蹤",
        "尋寶者": "盜墓者",
        "配速": "預測",
        "激流": "急流",
        "上岸處": "登陸點",
        "碼頭": "山洞",
        "領出": "首引、先出",
        "桌面": "牌桌",
        "按鍵盤": "數字鍵盤",
        "代打": "電腦玩家",
        "贖回": "買回",
        "擱置": "板旁",
        "開發板": "燈板",
    },
    "zh-Hans": {
        "尼亚加拉": "瀑布淘金客",
        "金字塔": "古墓谜踪",
        "寻宝者": "盗墓者",
        "配速": "预测",
        "激流": "急流",
        "上岸处": "登陆点",
        "码头": "山洞",
        "领出": "首引、先出",
        "桌面": "牌桌",
        "按键盘": "数字键盘",
        "代打": "电脑玩家",
        "赎回": "买回",
        "搁置": "板旁",
        "开发板": "灯板",
    },
}
"""Per language: what is not written, and what is written for it."""


@pytest.mark.parametrize("domain", DOMAINS)
@pytest.mark.parametrize("tag", OTHER_WORDS)
def test_no_translation_uses_a_word_that_the_rules_do_not(tag, domain):
    for message in kept(domain, tag):
        told = message.string if isinstance(message.string, str) else "\n".join(message.string)
        if message.id:
            assert [f"{better}, not {word}" for word, better in OTHER_WORDS[tag].items() if word in told] == [], told
