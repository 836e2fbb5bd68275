import { locale } from './locale.ts'

type Message = string | ((...values: never[]) => string)
type Messages = Readonly<Record<string, Message>>
/** What each screen, form or machine says. */
type Catalog = Readonly<Record<string, Messages>>

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

type CatalogMismatch<En, Zh> = {
  [S in keyof En | keyof Zh]: S extends keyof En & keyof Zh ? Mismatch<En[S], Zh[S]> : S
}[keyof En | keyof Zh]

/** The words of a catalog in the locale of the page. Languages that differ in a key or a parameter do not compile. */
export function defineMessages<En extends Catalog, Zh extends Catalog>(
  en: En,
  zh: [CatalogMismatch<En, Zh>] extends [never] ? Zh : { readonly mismatch: CatalogMismatch<En, Zh> },
): En
export function defineMessages(en: Catalog, zh: Catalog): Catalog {
  return locale === 'zh' ? zh : en
}
