import { allRoutes, fillPath, redirects } from '@brokerdeck/console/routes/routes.ts'

export interface Visit {
  /** What to open, below the console's address. */
  readonly path: string
  /** Menus and dialogs of the shell are opened there; elsewhere only those of the page. */
  readonly hasShell: boolean
  /** Another page, for a path that has none of its own. */
  readonly leadsTo: string | undefined
}

/** A client id that has to survive every encoding on its way. */
export const CLIENT = visited('/clients/detail/$clientId', 'clientId')
/** An authenticator; it is disabled, for clients that have no password are to come in. */
export const AUTHENTICATOR = visited('/authentication/detail/$id', 'id')
/** A trace that follows the client. */
export const TRACE = visited('/log-trace/detail/$name', 'name')
/** A rule that writes a line for each message. */
export const RULE = visited('/rule/rules/$id', 'id')
export const CONNECTOR = visited('/connector/$id', 'id')
export const ACTION = visited('/rule/actions/$id', 'id')
export const SOURCE = visited('/rule/source/$id', 'id')
export const WEBHOOK = visited('/webhook/$name', 'name')

/** A client of a gateway. */
export const TILL = visited('/gateway/detail/$name/client/$clientid', 'clientid')
/** The plugin that is installed there. */
export const PLUGIN = visited('/plugins/detail/$name', 'name')

/** Every path of the route table, each word that a parameter may be, and some that are not in it. */
export const visits: readonly Visit[] = [
  ...Object.keys(redirects).map((path) => visit(path, endOf(path))),
  ...allRoutes().flatMap(([, { path, params = {}, visits: given }]) =>
    (given ?? eachOf(params)).map((chosen) => visit(fillPath(path, chosen))),
  ),
  // What stands on tabs of its own, and is asked for once they are opened.
  ...['listeners', 'authentication', 'clients'].map((tab) => visit(`/gateway/detail/stomp?tab=${tab}`)),
  visit('/gateway/detail/stomp/listener/stomp:tcp:default?tab=authentication'),
  visit('/audit-log?tab=server'),
  visit('/no-such-page'),
  visit('/mqtt/nope'),
]

function visit(path: string, leadsTo?: string): Visit {
  return { path: path.slice(1), hasShell: path === '/dashboard/overview', leadsTo }
}

/** Where one is after all that a path leads on to. */
function endOf(path: string): string {
  const [, next] = Object.entries(redirects).find(([from]) => from === path) ?? []
  return next === undefined ? path : endOf(next)
}

/** Every choice of one word for each parameter; of a path without any there is one. */
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
