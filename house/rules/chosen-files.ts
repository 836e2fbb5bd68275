import { edgesOf } from '../module-graph.ts'
import type { Offence, Rule } from '../offence.ts'
import type { Repository } from '../repository.ts'

const CONSOLE = 'packages/console/src/'
const FAULTS = `${CONSOLE}kit/form/faults/text-faults.ts`

/** Files with a file input whose extension is checked elsewhere or does not matter. */
const others: Readonly<Record<string, string>> = {
  [`${CONSOLE}kit/form/controls/file-control.tsx`]: 'form-faults.ts checks what is in the form',
  [`${CONSOLE}kit/form/controls/certificate-editor.tsx`]:
    'use-certificate-file.ts says it, and opens key stores',
  [`${CONSOLE}kit/payload-input/payload-input.tsx`]: 'any bytes are a payload',
  [`${CONSOLE}features/extensions/plugins/install-plugin-page.tsx`]:
    'says it of .tar.gz, and of the version in the name',
}

export const chosenFiles: Rule = { name: 'chosen-files', check }

/**
 * Every file input must report "Please upload a file with extension {extensions}", because a browser may offer any
 * file.
 */
function* check(repository: Repository): Generator<Offence> {
  for (const file of repository.code(CONSOLE)) {
    const { path, text, isTest } = file
    const at = text.search(/\stype="file"/)
    if (isTest || at < 0 || others[path] !== undefined || !path.endsWith('.tsx')) continue
    if (![...edgesOf(file)].some(({ target }) => target === FAULTS))
      yield { path, line: file.lineAt(at), message: 'takes a file of any ending: use fileFault' }
  }
}
