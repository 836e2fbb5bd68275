import type { FormFault } from '#kit/form/field.ts'
import type { KeyUse } from './find-key-fault.ts'

export interface KeyFinding {
  readonly use: KeyUse
  /** Why no TLS handshake can succeed with it; the broker takes it all the same and only the clients notice. */
  readonly fault: FormFault | undefined
}

interface KeyFaults {
  readonly faults: readonly FormFault[]
  /** Of the keys that are refused, by the path of their control: whether they are to be sent all the same. */
  readonly overrides: ReadonlyMap<string, boolean>
}

/** EMQX starts a listener with a key that cannot work, and every TLS client fails: so it is checked before it is sent. */
export function keyFaults(
  uses: readonly KeyUse[],
  findings: readonly KeyFinding[],
  overridden: string | undefined,
): KeyFaults {
  const ids = new Set(uses.map(idOfKey))
  const current = findings.filter(({ use, fault }) => fault !== undefined && ids.has(idOfKey(use)))
  return {
    overrides: new Map(current.map(({ use }) => [use.path, idOfKey(use) === overridden])),
    faults: current.flatMap(({ use, fault }) =>
      fault === undefined || idOfKey(use) === overridden ? [] : [fault],
    ),
  }
}

/** One key with what it has to fit: another certificate makes it another. */
export function idOfKey(use: KeyUse): string {
  return JSON.stringify(use)
}

/** What is needed to read keys is loaded when there is one. */
export async function findKeyFaults(uses: readonly KeyUse[]): Promise<readonly KeyFinding[]> {
  if (uses.length === 0) return []
  const { findKeyFault } = await import('./find-key-fault.ts')
  return await Promise.all(uses.map(async (use) => ({ use, fault: await findKeyFault(use) })))
}
