import { page as m } from '../messages/page.ts'

export const environments = ['production', 'staging', 'development'] as const
export type Environment = (typeof environments)[number]

const storageKey = 'environment'

function readStored(): Environment | undefined {
  const stored = globalThis.localStorage?.getItem(storageKey)
  return environments.find((known) => known === stored)
}

/** What the cluster is for, as this browser was told. Never derived from its state. Fixed when the page loads. */
export const environment: Environment | undefined = readStored()

export const environmentNames: Record<Environment, string> = {
  production: m.production,
  staging: m.staging,
  development: m.development,
}

/** Takes effect with the next page load. */
export function storeEnvironment(next: Environment | undefined): void {
  if (next === undefined) localStorage.removeItem(storageKey)
  else localStorage.setItem(storageKey, next)
}
