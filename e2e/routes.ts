import { allRoutes, fillPath, redirects } from '@brokerdeck/console/routes/routes.ts'

export interface Visit {
  /** The path to open, below the console's address. */
  readonly path: string
  /** True if the menus and dialogs of the shell are opened on this page; elsewhere only those of the page are. */
  readonly hasShell: boolean
  /** The path of the page that this path redirects to, if it has no page of its own. */
  readonly leadsTo: string | undefined
}

/** A client id that has to survive every encoding on its way. */
export const CLIENT = visited('/clients/detail/$clientId', 'clientId')
/** An authenticator; it is disabled so that clients without a password can connect. */
export const AUTHENTICATOR = visited('/authentication/detail/$id', 'id')
/** A trace that follows the client. */
export const TRACE = visited('/log-trace/detail/$name', 'name')
/** A rule that writes a line for each message. */
export const RULE = visited('/rule/rules/$id', 'id')
export const CONNECTOR = visited('/connector/$id', 'id')
export const ACTION = visited('/rule/actions/$id', 'id')
export const SOURCE = visited('/rule/source/$id', 'id')
export const WEBHOOK = visited('/webhook/$name', 'name')

/** The id of a client of a gateway. */
export const TILL = visited('/gateway/detail/$name/client/$clientid', 'clientid')
/** The plugin that is installed in the broker. */
export const PLUGIN = visited('/plugins/detail/$name', 'name')

/**
 * Every path of the route table, with each word that its parameters can be, and some paths that are not in the table.
 */
export const visits: readonly Visit[] = [
  ...Object.keys(redirects).map((path) => visit(path, endOf(path))),
  ...allRoutes().flatMap(([, { path, params = {}, visits: given }]) =>
    (given ?? eachOf(params)).map((chosen) => visit(fillPath(path, chosen))),
  ),
  // These tabs have contents of their own, which the page requests once the tab is opened.
  ...['listeners', 'authentication', 'clients'].map((tab) => visit(`/gateway/detail/stomp?tab=${tab}`)),
  visit('/gateway/detail/stomp/listener/stomp:tcp:default?tab=authentication'),
  visit('/audit-log?tab=server'),
  visit('/no-such-page'),
  visit('/mqtt/nope'),
]

function visit(path: string, leadsTo?: string): Visit {
  return { path: path.slice(1), hasShell: path === '/dashboard/overview', leadsTo }
}

/** Returns the last path of a chain of redirects. */
function endOf(path: string): string {
  const [, next] = Object.entries(redirects).find(([from]) => from === path) ?? []
  return next === undefined ? path : endOf(next)
}

/** Returns every combination of one word for each parameter; a path without parameters has one combination. */
function eachOf(
  params: Readonly<Record<string, readonly string[]>>,
): readonly Readonly<Record<string, string>>[] {
  return Object.entries(params).reduce<readonly Readonly<Record<string, string>>[]>(
    (chosen, [name, words]) => chosen.flatMap((one) => words.map((word) => ({ ...one, [name]: word }))),
    [{}],
  )
}

function visited(path: string, parameter: string): string {
  const declared = allRoutes().find(([, one]) => one.path === path)
  const value = declared?.[1].visits?.[0]?.[parameter]
  if (value === undefined) throw new Error(`Nothing says what ${path} is visited with`)
  return value
}
