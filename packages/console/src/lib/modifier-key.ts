/** What the key beside the letter is called on this machine. */
export const modifierKey = /mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘' : 'Ctrl'
