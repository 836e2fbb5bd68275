import { locale } from './locale.ts'

type Message = string | ((...values: never[]) => string)
type Messages = Readonly<Record<string, Message>>

type Values<M> = M extends (...values: infer P) => string ? P : 'none'
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false

/** Keys that only one language has, or whose parameters differ. */
type Mismatch<En, Zh> = {
  [K in keyof En | keyof Zh]: K extends keyof En & keyof Zh
    ? Same<Values<En[K]>, Values<Zh[K]>> extends true
      ? never
      : K
    : K
}[keyof En | keyof Zh]

/** The words of one folder in the locale of the page. Languages that differ in a key or a parameter do not compile. */
export function defineMessages<En extends Messages, Zh extends Messages>(
  en: En,
  zh: [Mismatch<En, Zh>] extends [never] ? Zh : { readonly mismatch: Mismatch<En, Zh> },
): En
export function defineMessages(en: Messages, zh: Messages): Messages {
  return locale === 'zh' ? zh : en
}
