/** Said in both languages where it is declared. */
export interface BilingualText {
  readonly en: string
  readonly zh: string
}

/** What the name of a page in the menu may have beside it. */
export type CountName = 'nodes' | 'connections' | 'subscriptions' | 'topics'

/** A page as data, for the router, the menu, the quick find, `brokerdeck check` and the browser tests. */
export interface RouteDeclaration {
  /** `$name` stands for what the page is about. */
  readonly path: `/${string}`
  /** The file of the page below `features`, loaded when it is opened. */
  readonly page: `${string}-page`
  /** Every read that the page or something on it may ask, as `routes.ts` knows them: a page knows its own endpoints only. */
  readonly asks: readonly string[]
  /** The words that a parameter may be, where they are few; any other address is no page. */
  readonly params?: Readonly<Record<string, readonly string[]>>
  /** The type of what its address may say behind the `?`: `search<{ … }>()`. */
  readonly search?: object | undefined
  /** What the browser tests open, for each parameter of the path. Not needed where all words of it are known. */
  readonly visits?: readonly Readonly<Record<string, string>>[]
  /** What its first view shows and its file loads lazily, below `features`: asked for with the file of the page. */
  readonly parts?: readonly string[]
  /** Where most visits begin: its files are asked for with the document, and these reads (below `api/v5`) behind them. */
  readonly asksEarly?: readonly string[]
  /** Community does not have it. */
  readonly isEnterprise?: true
}

/** A page with an entry in the menu. */
export interface MenuDeclaration extends RouteDeclaration {
  /** In the menu, over the page, in the document's title and in the quick find. */
  readonly title: BilingualText
  /** One line of what it is for. */
  readonly purpose: BilingualText
  /** Other words by which it is looked for. */
  readonly find?: BilingualText
  /** A drawing of lines on a square of 16. */
  readonly icon: string
  /** The part of its area that it is listed in, under a heading. */
  readonly group?: 'tools'
  readonly count?: CountName
  /** The parameters that its entry opens it with. */
  readonly opens?: Readonly<Record<string, string>>
}

/** A page that another one leads to; the menu shows that one as current. */
export interface InnerDeclaration extends RouteDeclaration {
  readonly within: string
}

export type ParamNames<Path extends string> = Path extends `${string}$${infer Name}/${infer Rest}`
  ? Name | ParamNames<Rest>
  : Path extends `${string}$${infer Name}`
    ? Name
    : never

/** What stands for `$name` in a path: any text, or one of the words that are known. */
export type ParamsIn<R extends Pick<RouteDeclaration, 'path'>> = {
  readonly [P in ParamNames<R['path']>]: R extends {
    readonly params: { readonly [K in P]: readonly (infer Word extends string)[] }
  }
    ? Word
    : string
}

/** An entry of the menu says everything that its path is about. */
type Opening<R extends MenuDeclaration | InnerDeclaration> = R extends MenuDeclaration
  ? [ParamNames<R['path']>] extends [never]
    ? { readonly opens?: never }
    : { readonly opens: ParamsIn<R> }
  : unknown

export function route<const R extends MenuDeclaration | InnerDeclaration>(declared: R & Opening<R>): R {
  return declared
}

/** Carries a type, and nothing at run time. */
export function search<Search extends object>(): Search | undefined {
  return undefined
}

/** What each read can be narrowed by. `asks.ts` fills it from the contract: who leads to a page reaches nothing of that. */
export interface Narrowed {
  /** Of a list that no read gives. */
  readonly none: unknown
}

/**
 * What the address of a list says: what its read can be narrowed by, and what every list says. A filter that the
 * endpoint does not have does not compile. `By`: the columns that sort it.
 */
export type List<Read extends keyof Narrowed, By extends string = never> = ListView<By> & Narrowed[Read]

/** Where one is in a list, how it is sorted (`-` turns the order round), and how it is looked at. */
export interface ListView<By extends string = never> {
  readonly page?: number
  readonly limit?: 20 | 50 | 100 | 500
  readonly cursor?: string
  readonly sort?: By | `-${By}`
  readonly columns?: string
  readonly named?: string
}

interface AreaDeclaration<Routes> {
  readonly title: BilingualText
  readonly purpose: BilingualText
  readonly icon: string
  readonly routes: Routes
}

export function area<
  const Routes extends Readonly<
    Record<string, MenuDeclaration | (InnerDeclaration & { readonly within: keyof Routes })>
  >,
>(declared: AreaDeclaration<Routes>): AreaDeclaration<Routes> {
  return declared
}
