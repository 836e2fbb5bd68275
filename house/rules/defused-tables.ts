import type { Offence, Rule } from '../offence.ts'
import type { Repository } from '../repository.ts'

const CONSOLE = 'packages/console/src/'
const SAVING = `${CONSOLE}lib/save-file.ts`
/** Matches code that saves a table file without `saveCsv`; a file input for tables is not matched. */
const TABLE = /(?<!accept="[^"]*)\btext\/csv\b|\bsaveCsvTemplate\(|\bsaveFile\([^;]*?\.csv\b/

/** The known exceptions, with the reason why none of their cells begins a formula. */
const known: readonly string[] = [
  // The worker prints this table in parts, with toCsv.
  'features/diagnose/test-client/list/list-toolbar.tsx',
  // Templates contain only texts of the console.
  'domain/access/authentication/import/import-users-dialog.tsx',
  'kit/form/controls/rows-import.tsx',
].map((path) => CONSOLE + path)

export const defusedTables: Rule = { name: 'defused-tables', check }

/**
 * Names from devices and brokers are saved for a spreadsheet only by `saveCsv`, which prevents a cell from beginning
 * a formula.
 */
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
