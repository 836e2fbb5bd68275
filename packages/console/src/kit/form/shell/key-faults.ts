import { form as m } from '../../messages/form.ts'
import { type KeyProblem, keyProblem } from '../certificate/key-problem.ts'
import { passphrasePathOf } from '../certificate/sibling-paths.ts'
import { readValue } from '../controls/control-props.ts'
import type { FormFault, Section } from '../field.ts'
import { type FormValue, type FormValues, formValueAt } from '../form-value.ts'
import { activeFields } from '../visibility.ts'

/** A private key and what it has to fit. */
export interface KeyUse {
  readonly path: string
  /** Where a passphrase can be given, if it can. */
  readonly passphrasePath: string | undefined
  readonly key: string
  readonly certificate: string
  /** Undefined: the broker keeps one. */
  readonly passphrase: string | undefined
}

export interface KeyFinding {
  readonly use: KeyUse
  readonly problem: KeyProblem | undefined
}

interface KeyFaults {
  readonly faults: readonly FormFault[]
  /** Of the keys that are refused, by the path of their control: whether they are to be sent all the same. */
  readonly overrides: ReadonlyMap<string, boolean>
}

const words = {
  differs: m.keyDiffers,
  'no-passphrase': m.keyNeedsPassphrase,
  'wrong-passphrase': m.keyWrongPassphrase,
} as const

/** EMQX starts a listener with a key that cannot work, and every TLS client fails: so it is checked before it is sent. */
export function keyFaults(
  uses: readonly KeyUse[],
  findings: readonly KeyFinding[],
  overridden: string | undefined,
): KeyFaults {
  const ids = new Set(uses.map(idOfKey))
  const current = findings.filter(({ use, problem }) => problem !== undefined && ids.has(idOfKey(use)))
  return {
    overrides: new Map(current.map(({ use }) => [use.path, idOfKey(use) === overridden])),
    faults: current.flatMap(({ use, problem }): readonly FormFault[] => {
      if (problem === undefined || idOfKey(use) === overridden) return []
      const path = problem === 'differs' ? use.path : (use.passphrasePath ?? use.path)
      return [{ path, message: words[problem] }]
    }),
  }
}

/** One key with what it has to fit: another certificate makes it another. */
export function idOfKey(use: KeyUse): string {
  return JSON.stringify(use)
}

export async function findKeyProblems(uses: readonly KeyUse[]): Promise<readonly KeyFinding[]> {
  return await Promise.all(
    uses.map(async (use) => ({
      use,
      problem: await keyProblem(use.key, use.certificate, use.passphrase),
    })),
  )
}

/** Of fields that are shown; what the broker has already is not refused here. */
export function keyUses(
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
