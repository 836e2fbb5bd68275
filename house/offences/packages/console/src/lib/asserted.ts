// breaks: type-escapes
export const asserted = <string>'a'
