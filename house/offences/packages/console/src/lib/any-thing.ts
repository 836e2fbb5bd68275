// breaks: type-escapes
export const anyThing = (x: any): unknown => x
