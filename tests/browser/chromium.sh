#!/bin/sh
# Start the browser that RIVERLIGHT_CHROMIUM names, without the page under its address bar, which takes a second of
# processor time for each window and is never seen. Chromium heeds only the last list of features to leave out, so this
# is added to Playwright's own.
for argument; do
    shift
    case $argument in --disable-features=*) argument=$argument,WebUIOmniboxPopup,WebUIOmniboxAimPopup ;; esac
    set -- "$@" "$argument"
done
exec "$RIVERLIGHT_CHROMIUM" "$@"
