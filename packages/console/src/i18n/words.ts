/**
 * The shape of a catalog's translation: `messages.zh.ts` has the same words as `messages.ts`, with the same
 * parameters. A module that imports from `messages.ts` gets the words in the language of the page
 * (`one-language.ts`).
 */
export type Words<English> = {
  readonly [K in keyof English]: English[K] extends (...values: infer Values) => string
    ? (...values: Values) => string
    : string
}
