import { page as m } from '#kit/messages/page.ts'
import { consoleConfig, type Role, roles } from '#lib/console-config.ts'

export { roles as environments }
export type Environment = Role

const storageKey = 'environment'

function readStored(): Environment | undefined {
  const stored = globalThis.localStorage?.getItem(storageKey)
  return roles.find((known) => known === stored)
}

/** Said where the console was started: nothing in a browser overrules it. */
export const isEnvironmentGiven = consoleConfig().role !== undefined

/** What the cluster is for, as the console or this browser was told. Never derived from its state. Fixed when the page loads. */
export const environment: Environment | undefined = consoleConfig().role ?? readStored()

export const environmentNames: Record<Environment, string> = {
  production: m.production,
  staging: m.staging,
  development: m.development,
}

/** What is to be typed before something that only production has to be asked for twice; undefined in any other environment. */
export function nameInProduction(): string | undefined {
  const { role = readStored(), brokerName = environmentNames.production } = consoleConfig()
  return role === 'production' ? brokerName : undefined
}

/** Takes effect with the next page load. */
export function storeEnvironment(next: Environment | undefined): void {
  if (next === undefined) localStorage.removeItem(storageKey)
  else localStorage.setItem(storageKey, next)
}
