import { formatNumber } from '#i18n/format-number.ts'
import { plural } from '#i18n/sentences.ts'
import { vocabulary } from '#i18n/vocabulary.ts'

export const chart = {
  noData: 'no data',
  showFigures: (title: string) => `${title}: show the values as a table`,
  showChart: (title: string) => `${title}: show the chart`,
  crosshair: (title: string) => `${title}: move through time`,
  nothingMeasured: 'Nothing was measured here.',
  time: vocabulary.time,
  perSecond: (label: string) => `${label} /s`,
  totalIn: (label: string, interval: string) => `${label}, total in ${interval}`,
  older: (count: number) =>
    plural(count, { one: 'Show one older row', other: `Show ${formatNumber(count)} older rows` }),
  loading: (title: string) => `${title}: loading`,
}

export const dialogs = {
  cancel: vocabulary.cancel,
  asking: 'Asking the broker what it would do …',
  typeName: (name: string) => `Type ${name} to confirm`,
  nameDiffers: 'Type the name exactly as shown first',
  progress: (done: string, total: string) => `${done} of ${total} done`,
  progressOf: (title: string) => `Progress: ${title}`,
  abort: vocabulary.stop,
  stopping: 'Stopping after the requests under way',
  close: vocabulary.close,
  failures: (count: string) => `${count} failed`,
  notBegun: (count: string) => `${count} not begun`,
  retryFailed: (count: string) => `Retry ${count} failed`,
  moreFailures: (count: string) => `and ${count} more`,
}

export const leaveGuard = {
  title: 'Leave page?',
  body: 'Changes that you made may not be saved',
  leave: 'Leave',
}

export const page = {
  path: vocabulary.path,
  production: 'Production',
  staging: 'Staging',
  development: 'Development',
}

export const payloadInput = {
  kind: (label: string) => `${label} is typed as`,
  text: vocabulary.text,
  json: vocabulary.json,
  hex: vocabulary.hex,
  base64: vocabulary.base64,
  format: 'Format',
  file: 'From a file',
  fileOf: (label: string) => `${label} from a file`,
  fileTooLarge: (most: string) => `The file is larger than ${most}.`,
  fileUnread: 'The file could not be read.',
  beginningOnly: 'Too long to be edited here: this is the beginning. All of it is sent.',
  remove: vocabulary.remove,
  notText: 'These bytes are not text, so they stay as they are.',
  tooDeep: 'Nested too deeply to be indented, so it stays as it is.',
  faultText: vocabulary.notUtf8,
  faultJson: vocabulary.pleaseEnterJson,
  faultHex: 'Please enter pairs of hexadecimal digits, such as 4f 6b',
  faultBase64: 'Please enter the correct Base64',
}

export const searchableText = {
  search: 'Search in the text',
  found: (at: number, count: number) => `${formatNumber(at)} of ${formatNumber(count)}`,
  notFound: 'Not found',
  previous: 'Previous match',
  next: 'Next match',
}

export const unreadable = {
  count: (count: number) =>
    plural(count, {
      one: 'One row could not be read. All others are shown.',
      other: `${formatNumber(count)} rows could not be read. All others are shown.`,
    }),
  countAlone: (count: number) =>
    plural(count, {
      one: 'The only row could not be read.',
      other: `None of the ${formatNumber(count)} rows could be read.`,
    }),
  list: 'Rows that could not be read',
  show: 'Show them',
  fault: (path: string) => `Fault at ${path}`,
  more: (count: number) => plural(count, { one: 'And one more', other: `And ${formatNumber(count)} more` }),
}

export const table = {
  rowsRange: (from: string, to: string) => `Rows ${from}–${to}`,
  ofTotal: (range: string, total: string) => `${range} of ${total}`,
  ofAtLeast: (range: string, total: string) => `${range} of at least ${total}`,
  rowCount: (count: number, shown: string) => plural(count, { one: `${shown} row`, other: `${shown} rows` }),
  pageOf: (page: string, rows: string) => `Page ${page}, ${rows}`,
  rowsPerPage: 'Rows per page',
  rows: 'Rows',
  previous: 'Previous',
  next: 'Next',
  firstPageShown: 'This is the first page',
  lastPageShown: 'This is the last page',
  loadMore: 'Load more',
  allLoaded: 'Everything is loaded',
  compactRows: 'Compact rows',
  refresh: 'Refresh',
  refreshItself: 'Refresh automatically',
  refreshes: (interval: string) => `Refresh automatically: ${interval}`,
  refreshOff: vocabulary.off,
  refreshEvery: (seconds: number) => `${seconds} s`,
  views: 'Views',
  columns: 'Columns',
  findColumn: 'Find a column',
  shown: 'Shown, drag to order',
  hidden: 'Hidden',
  always: 'always',
  reset: 'Reset',
  noSuchColumn: 'No column has this name',
  atLeastOne: 'At least one column is required',
  exportRows: 'Export',
  exportPageCsv: 'This page as CSV',
  exportPageJson: 'This page as JSON',
  exportAllCsv: 'All that match, as CSV',
  exportAllJson: 'All that match, as JSON',
  exporting: (count: string) => `Loading rows to export: ${count} so far`,
  exportOff: 'Export is off: whoever started this console closed it to everybody.',
  exportStopped: 'Export stopped',
  exportFailed: 'The export did not finish',
  stop: vocabulary.stop,
  selected: (count: number, shown: string) =>
    plural(count, { one: `${shown} selected`, other: `${shown} selected` }),
  noneSelected: 'None selected',
  selection: 'Selection',
  selectPage: 'Select all on this page',
  select: (row: string) => `Select ${row}`,
  clearSelection: vocabulary.clear,
  actionsFor: (row: string) => `Actions for ${row}`,
  actions: vocabulary.actions,
  sortBy: (column: string) => `Sort by ${column}`,
  notSorted:
    'The broker does not sort this list. Filter it, or show more rows per page, until everything is on one page to sort it here.',
  emptyTitle: 'Nothing here',
  pageEmpty: 'No data available on this page. Redirected to the first page.',
  scrollable: (label: string) => `${label}, scrollable`,
  refreshFailed: 'Could not refresh; these rows are from before',
  refreshFailedEmpty: 'Could not refresh; the list was empty before',
}

export const filters = {
  filters: 'Filters',
  filter: 'Filter',
  filterCount: (count: string) => `Filter, ${count} active`,
  match: (label: string) => `How ${label} is matched`,
  exact: 'is exactly',
  contains: 'contains',
  any: vocabulary.any,
  from: (label: string) => `${label}, at or after`,
  to: (label: string) => `${label}, at or before`,
  apply: vocabulary.apply,
  clear: vocabulary.clear,
}
