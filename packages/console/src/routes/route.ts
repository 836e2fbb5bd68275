/** A text in both languages, written where it is declared. */
export interface BilingualText {
  readonly en: string
  readonly zh: string
}

/** The counts that the menu may show beside the name of a page. */
export type CountName = 'nodes' | 'connections' | 'subscriptions' | 'topics'

/** A page as data, for the router, the menu, the quick find, `brokerdeck check` and the browser tests. */
export interface RouteDeclaration {
  /** The path; `$name` stands for the id of the entity that the page shows. */
  readonly path: `/${string}`
  /** The file of the page below `features`, loaded when it is opened. */
  readonly page: `${string}-page`
  /**
   * The read requests that the page or a part of it may send, as `routes.ts` lists them: a page itself knows only its
   * own endpoints.
   */
  readonly asks: readonly string[]
  /** The possible values of a parameter, if there are few; any other address is not a page. */
  readonly params?: Readonly<Record<string, readonly string[]>>
  /** The type of the search parameters, behind the `?` of the page's address: `search<{ … }>()`. */
  readonly search?: object | undefined
  /**
   * The values that the browser tests open, for each parameter of the path. Not needed if all values of the parameter
   * are known.
   */
  readonly visits?: readonly Readonly<Record<string, string>>[]
  /**
   * The parts of the first view that the page's file loads lazily, below `features`: they are requested with the file
   * of the page.
   */
  readonly parts?: readonly string[]
  /**
   * Set for pages where most visits begin: the page's files are requested with the document, and these reads (below
   * `api/v5`) after them.
   */
  readonly asksEarly?: readonly string[]
  /** Set if Community lacks the page. */
  readonly isEnterprise?: true
}

/** A page with an entry in the menu. */
export interface MenuDeclaration extends RouteDeclaration {
  /** The title in the menu, above the page, in the document's title and in the quick find. */
  readonly title: BilingualText
  /** One line about the purpose of the page. */
  readonly purpose: BilingualText
  /** Other words by which the quick find finds the page. */
  readonly find?: BilingualText
  /** A line drawing on a square of 16. */
  readonly icon: string
  /** The group of its area that lists the page, under a heading. */
  readonly group?: 'tools'
  readonly count?: CountName
  /** The parameters with which the menu entry opens the page. */
  readonly opens?: Readonly<Record<string, string>>
}

/** A page that is reached from another page; the menu shows that other page as current. */
export interface InnerDeclaration extends RouteDeclaration {
  readonly within: string
}

export type ParamNames<Path extends string> = Path extends `${string}$${infer Name}/${infer Rest}`
  ? Name | ParamNames<Rest>
  : Path extends `${string}$${infer Name}`
    ? Name
    : never

/** The values of the `$name` parameters in a path: any text, or one of the known values. */
export type ParamsIn<R extends Pick<RouteDeclaration, 'path'>> = {
  readonly [P in ParamNames<R['path']>]: R extends {
    readonly params: { readonly [K in P]: readonly (infer Word extends string)[] }
  }
    ? Word
    : string
}

/** A menu entry must set all parameters of its path. */
type Opening<R extends MenuDeclaration | InnerDeclaration> = R extends MenuDeclaration
  ? [ParamNames<R['path']>] extends [never]
    ? { readonly opens?: never }
    : { readonly opens: ParamsIn<R> }
  : unknown

export function route<const R extends MenuDeclaration | InnerDeclaration>(declared: R & Opening<R>): R {
  return declared
}

/** Carries a type; returns undefined at run time. */
export function search<Search extends object>(): Search | undefined {
  return undefined
}

/**
 * The filters of each read request. `asks.ts` adds them from the contract, so that modules that only link to a page
 * do not import it.
 */
export interface Narrowed {
  /** For a list that does not come from a read request. */
  readonly none: unknown
}

/**
 * The search parameters of a list: the filters of its read request, and the parameters of every list. A filter that
 * the endpoint lacks does not compile. `By`: the columns that sort the list.
 */
export type List<Read extends keyof Narrowed, By extends string = never> = ListView<By> & Narrowed[Read]

/** The position in a list, its sort order (`-` reverses it), and its presentation. */
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
