/**
 * What a translation of a catalog has to say: `messages.zh.ts` says what `messages.ts` says, word for word and with the
 * same parameters. Who imports from `messages.ts` gets the words in the language of the page (`one-language.ts`).
 */
export type Words<English> = {
  readonly [K in keyof English]: English[K] extends (...values: infer Values) => string
    ? (...values: Values) => string
    : string
}
