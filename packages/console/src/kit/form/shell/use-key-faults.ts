import { useEffect, useRef, useState } from 'react'
import { type KeyProblem, keyProblem } from '../certificate/key-problem.ts'
import { passphrasePathOf } from '../certificate/sibling-paths.ts'
import { readValue } from '../controls/read-value.ts'
import type { FormFault, FormValue, FormValues, Section } from '../field.ts'
import type { KeyOverride } from '../form-meta.ts'
import { m } from '../messages.ts'
import { formValueAt } from '../values-at.ts'
import { activeFields } from '../visibility.ts'

/** A private key and what it has to fit. */
interface KeyUse {
  readonly path: string
  /** Where a passphrase can be given, if it can. */
  readonly passphrasePath: string | undefined
  readonly key: string
  readonly certificate: string
  /** Undefined: the broker keeps one. */
  readonly passphrase: string | undefined
}

interface KeyFinding {
  readonly use: KeyUse
  readonly problem: KeyProblem | undefined
}

export interface KeyFaults {
  readonly faults: readonly FormFault[]
  readonly overrides: ReadonlyMap<string, KeyOverride>
  /** The faults of what is in the form now, even if the check has not come so far. */
  readonly settle: () => Promise<readonly FormFault[]>
}

const words = {
  differs: m.keyDiffers,
  'no-passphrase': m.keyNeedsPassphrase,
  'wrong-passphrase': m.keyWrongPassphrase,
} as const

/** EMQX starts a listener with a key that cannot work, and every TLS client fails: so it is checked before it is sent. */
export function useKeyFaults(
  sections: readonly Section[],
  values: FormValues,
  stored: FormValues | undefined,
): KeyFaults {
  const uses = keyUses(sections, values, stored)
  const about = JSON.stringify(uses)
  const latest = useRef(uses)
  latest.current = uses
  const [findings, setFindings] = useState<readonly KeyFinding[]>([])
  const [overridden, setOverridden] = useState<readonly string[]>([])
  useEffect(() => {
    const leaving = new AbortController()
    if (about !== '[]')
      void findProblems(latest.current).then((found) => {
        if (!leaving.signal.aborted) setFindings(found)
      })
    return () => leaving.abort()
  }, [about])
  const idOf = (use: KeyUse) => JSON.stringify(use)
  const current = findings.filter(
    ({ use, problem }) => problem !== undefined && uses.some((one) => idOf(one) === idOf(use)),
  )
  const overrides = current.map(({ use }): readonly [string, KeyOverride] => {
    const id = idOf(use)
    const turn = (isOn: boolean) => setOverridden(isOn ? [id] : [])
    return [use.path, { isOn: overridden.includes(id), turn }]
  })
  const faultsOf = (all: readonly KeyFinding[]) =>
    all.flatMap(({ use, problem }): readonly FormFault[] => {
      if (problem === undefined || overridden.includes(idOf(use))) return []
      const path = problem === 'differs' ? use.path : (use.passphrasePath ?? use.path)
      return [{ path, message: words[problem] }]
    })
  return {
    faults: faultsOf(current),
    overrides: new Map(overrides),
    settle: async () => (uses.length === 0 ? [] : faultsOf(await findProblems(uses))),
  }
}

async function findProblems(uses: readonly KeyUse[]): Promise<readonly KeyFinding[]> {
  return await Promise.all(
    uses.map(async (use) => ({
      use,
      problem: await keyProblem(use.key, use.certificate, use.passphrase),
    })),
  )
}

/** Of fields that are shown; what the broker has already is not refused here. */
function keyUses(
  sections: readonly Section[],
  values: FormValues,
  stored: FormValues | undefined,
): readonly KeyUse[] {
  const fields = activeFields(sections, values)
  return fields.flatMap((field): readonly KeyUse[] => {
    if (field.kind !== 'certificate' || field.of !== 'key' || field.certificatePath === undefined) return []
    const { path, certificatePath } = field
    const passphrase = fields.find((one) => one.path === passphrasePathOf(path))
    const paths = [path, certificatePath, ...(passphrase === undefined ? [] : [passphrase.path])]
    const at = (state: FormValues) => JSON.stringify(paths.map((one) => formValueAt(state, one) ?? null))
    const key = readValue.text(formValueAt(values, path))
    if (key === '' || (stored !== undefined && at(stored) === at(values))) return []
    return [
      {
        path,
        passphrasePath: passphrase?.path,
        key,
        certificate: readValue.text(formValueAt(values, certificatePath)),
        passphrase: passphrase === undefined ? '' : typed(formValueAt(values, passphrase.path)),
      },
    ]
  })
}

/** As the codec of secrets sends it: replaced by nothing is kept. */
function typed(value: FormValue): string | undefined {
  const { choice, text } = readValue.parts(value)
  if (choice === 'unchanged') return undefined
  return choice === 'clear' ? '' : readValue.text(text) || (choice === 'replace' ? undefined : '')
}
