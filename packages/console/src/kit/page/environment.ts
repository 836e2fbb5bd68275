import { page as m } from '#kit/messages/page.ts'
import { consoleConfig, type Role, roles } from '#lib/console-config.ts'

export { roles as environments }
export type Environment = Role

const storageKey = 'environment'

function readStored(): Environment | undefined {
  const stored = globalThis.localStorage?.getItem(storageKey)
  return roles.find((known) => known === stored)
}

/** True if the environment was set where the console was started: a setting of the browser does not override it. */
export const isEnvironmentGiven = consoleConfig().role !== undefined

/**
 * The purpose of the cluster, as set for the console or in this browser. Never derived from the cluster's state.
 * Fixed when the page loads.
 */
export const environment: Environment | undefined = consoleConfig().role ?? readStored()

export const environmentNames: Record<Environment, string> = {
  production: m.production,
  staging: m.staging,
  development: m.development,
}

/**
 * Returns the name that must be typed to confirm an action that is confirmed twice only in production; undefined in
 * any other environment.
 */
export function nameInProduction(): string | undefined {
  const { role = readStored(), brokerName = environmentNames.production } = consoleConfig()
  return role === 'production' ? brokerName : undefined
}

/** Stores the environment; it takes effect with the next page load. */
export function storeEnvironment(next: Environment | undefined): void {
  if (next === undefined) localStorage.removeItem(storageKey)
  else localStorage.setItem(storageKey, next)
}
