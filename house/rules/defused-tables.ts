import type { Offence, Rule } from '../offence.ts'
import type { Repository } from '../repository.ts'

const CONSOLE = 'packages/console/src/'
const SAVING = `${CONSOLE}lib/save-file.ts`
/** A file of tables that is not saved by `saveCsv`; what a page takes from a disk is none. */
const TABLE = /(?<!accept="[^"]*)\btext\/csv\b|\bsaveCsvTemplate\(|\bsaveFile\([^;]*?\.csv\b/

/** Those that are known, and why nothing in them begins a formula. */
const known: readonly string[] = [
  // Printed part by part in the worker, by toCsv.
  'features/diagnose/test-client/list/list-toolbar.tsx',
  // Templates: their words are the console's own.
  'domain/access/authentication/import/import-users-dialog.tsx',
  'kit/form/controls/rows-import.tsx',
].map((path) => CONSOLE + path)

export const defusedTables: Rule = { name: 'defused-tables', check }

/** What devices and brokers have named is saved for a spreadsheet by `saveCsv` alone, which lets nothing begin a formula. */
function* check(repository: Repository): Generator<Offence> {
  for (const file of repository.code(CONSOLE)) {
    if (file.isTest || file.path === SAVING || known.includes(file.path)) continue
    const at = file.text.search(TABLE)
    if (at >= 0)
      yield {
        path: file.path,
        line: file.lineAt(at),
        message: 'saves a table by itself: a spreadsheet runs what begins like a formula, see saveCsv',
      }
  }
}
