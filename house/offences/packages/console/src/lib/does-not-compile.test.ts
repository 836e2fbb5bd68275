// @ts-expect-error: text is no number
export const doesNotCompile: number = 'text'
