/**
 * Returns the name of the modifier key on this machine; evaluated while rendering, because forms are also read
 * without a browser.
 */
export const modifierKey = () => (/mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘' : 'Ctrl')
