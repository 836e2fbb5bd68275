// breaks: type-escapes
export const asOther = 'a' as string
