// breaks: named-language, named-language
export const browserLanguage = (a: string, b: string) => a.localeCompare(b) || a.toLocaleUpperCase().length
