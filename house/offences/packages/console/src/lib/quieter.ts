// breaks: suppressions
// @ts-expect-error the compiler is wrong about this one
export const quieter: string = 1
