/** What the key beside the letter is called on this machine; asked when it is drawn, since forms are read where there is no browser too. */
export const modifierKey = () => (/mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘' : 'Ctrl')
