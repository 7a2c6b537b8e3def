"""Text goes into a page as text, whatever stands in it."""

from riverlight.web.markup import Markup, element, join
from riverlight.web.pages import data_block


def test_text_and_attributes_are_escaped():
    made = element("p", "<b>&", title='"><script>')
    assert made == '<p title="&quot;&gt;&lt;script&gt;">&lt;b&gt;&amp;</p>'


def test_markup_stands_as_it_is_and_nothing_is_left_out_but_none():
    assert join(Markup("<b>1</b>"), None, "&") == "<b>1</b>&amp;"


def test_attribute_names_are_written_as_in_html():
    assert (
        element("p", class_="why", aria_label="x", hidden=True, id=None, open=False)
        == '<p class="why" aria-label="x" hidden></p>'
    )


def test_void_elements_have_no_end():
    assert element("meta", charset="utf-8") == '<meta charset="utf-8">'


def test_a_data_block_cannot_end_its_script_element():
    assert "</script><script>" not in data_block("x", '"</script><script>"')
