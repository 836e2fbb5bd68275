import { formatNumber } from '#i18n/format-number.ts'
import { vocabulary } from '#i18n/vocabulary.zh.ts'
import type { Words } from '#i18n/words.ts'
import type * as en from './page.ts'

export const chart: Words<typeof en.chart> = {
  noData: '无数据',
  showFigures: (title: string) => `${title}：以表格显示数值`,
  showChart: (title: string) => `${title}：显示图表`,
  crosshair: (title: string) => `${title}：沿时间移动`,
  nothingMeasured: '此处没有测量值。',
  time: vocabulary.time,
  perSecond: (label: string) => `${label}（每秒）`,
  totalIn: (label: string, interval: string) => `${label}（每 ${interval}合计）`,
  older: (count: number) => `再显示 ${formatNumber(count)} 行更早的数据`,
  loading: (title: string) => `${title}：正在加载`,
}

export const dialogs: Words<typeof en.dialogs> = {
  cancel: vocabulary.cancel,
  asking: '正在向 Broker 询问影响…',
  typeName: (name: string) => `输入 ${name} 以确认`,
  nameDiffers: '请先按显示的内容准确输入名称',
  progress: (done: string, total: string) => `已完成 ${done}/${total}`,
  progressOf: (title: string) => `进度：${title}`,
  abort: vocabulary.stop,
  stopping: '进行中的请求结束后停止',
  close: vocabulary.close,
  failures: (count: string) => `${count} 项失败`,
  notBegun: (count: string) => `${count} 项未开始`,
  retryFailed: (count: string) => `重试失败的 ${count} 项`,
  moreFailures: (count: string) => `另有 ${count} 项`,
}

export const leaveGuard: Words<typeof en.leaveGuard> = {
  title: '离开页面？',
  body: '所做的更改可能不会被保存',
  leave: '离开',
}

export const page: Words<typeof en.page> = {
  path: vocabulary.path,
  production: '生产环境',
  staging: '预发环境',
  development: '开发环境',
}

export const payloadInput: Words<typeof en.payloadInput> = {
  kind: (label: string) => `${label}输入格式`,
  text: vocabulary.text,
  json: vocabulary.json,
  hex: vocabulary.hex,
  base64: vocabulary.base64,
  format: '格式化',
  file: '从文件读取',
  fileOf: (label: string) => `从文件读取${label}`,
  fileTooLarge: (most: string) => `文件超过 ${most}。`,
  fileUnread: '无法读取该文件。',
  beginningOnly: '内容过长，无法在此编辑：仅显示开头部分，发送时为完整内容。',
  remove: vocabulary.remove,
  notText: '这些字节不是文本，保持原有格式。',
  tooDeep: '嵌套层级过深，无法缩进，内容保持不变。',
  faultText: vocabulary.notUtf8,
  faultJson: vocabulary.pleaseEnterJson,
  faultHex: '请输入成对的十六进制数字，例如 4f 6b',
  faultBase64: '请输入正确的 Base64',
}

export const searchableText: Words<typeof en.searchableText> = {
  search: '在文本中搜索',
  found: (at: number, count: number) => `第 ${formatNumber(at)} 处，共 ${formatNumber(count)} 处`,
  notFound: '未找到',
  previous: '上一处',
  next: '下一处',
}

export const unreadable: Words<typeof en.unreadable> = {
  count: (count: number) => `${formatNumber(count)} 行无法解析，其余各行照常显示。`,
  countAlone: (count: number) => `全部 ${formatNumber(count)} 行均无法解析。`,
  list: '无法解析的行',
  show: '查看',
  fault: (path: string) => `出错位置：${path}`,
  more: (count: number) => `另有 ${formatNumber(count)} 行`,
}

export const table: Words<typeof en.table> = {
  rowsRange: (from: string, to: string) => `第 ${from}–${to} 行`,
  ofTotal: (range: string, total: string) => `${range}，共 ${total} 行`,
  ofAtLeast: (range: string, total: string) => `${range}，至少 ${total} 行`,
  rowCount: (_count: number, shown: string) => `${shown} 行`,
  pageOf: (page: string, rows: string) => `第 ${page} 页，${rows}`,
  rowsPerPage: '每页行数',
  rows: '每页',
  previous: '上一页',
  next: '下一页',
  firstPageShown: '已是第一页',
  lastPageShown: '已是最后一页',
  loadMore: '加载更多',
  allLoaded: '已全部加载',
  compactRows: '紧凑行高',
  refresh: '刷新',
  refreshItself: '自动刷新',
  refreshes: (interval: string) => `自动刷新：${interval}`,
  refreshOff: vocabulary.off,
  refreshEvery: (seconds: number) => `${seconds} 秒`,
  views: '视图',
  columns: '列',
  findColumn: '查找列',
  shown: '显示的列，拖动可排序',
  hidden: '已隐藏',
  always: '固定显示',
  reset: '恢复默认',
  noSuchColumn: '没有这个列',
  atLeastOne: '至少需要保留一列',
  exportRows: '导出',
  exportPageCsv: '本页导出为 CSV',
  exportPageJson: '本页导出为 JSON',
  exportAllCsv: '全部匹配项导出为 CSV',
  exportAllJson: '全部匹配项导出为 JSON',
  exporting: (count: string) => `正在加载要导出的数据：已加载 ${count} 行`,
  exportOff: '导出已关闭：启动控制台的人员对所有用户关闭了导出。',
  exportStopped: '已停止导出',
  exportFailed: '导出未完成',
  stop: vocabulary.stop,
  selected: (_count: number, shown: string) => `已选 ${shown} 项`,
  noneSelected: '未选择',
  selection: '所选项',
  selectPage: '全选本页',
  select: (row: string) => `选择 ${row}`,
  clearSelection: vocabulary.clear,
  actionsFor: (row: string) => `${row} 的操作`,
  actions: '操作',
  sortBy: (column: string) => `按${column}排序`,
  notSorted: 'Broker 不支持对此列表排序。请筛选或增加每页行数，使全部数据显示在一页内，即可在此排序。',
  emptyTitle: '暂无数据',
  pageEmpty: '当前页暂无数据，已跳转到第一页。',
  scrollable: (label: string) => `${label}，可滚动`,
  refreshFailed: '刷新失败，当前显示的是之前的数据',
  refreshFailedEmpty: '刷新失败，此前列表为空',
}

export const filters: Words<typeof en.filters> = {
  filters: '筛选条件',
  filter: '筛选',
  filterCount: (count: string) => `筛选，已启用 ${count} 项`,
  match: (label: string) => `${label}的匹配方式`,
  exact: '等于',
  contains: '包含',
  any: vocabulary.any,
  from: (label: string) => `${label}不早于`,
  to: (label: string) => `${label}不晚于`,
  apply: vocabulary.apply,
  clear: vocabulary.clear,
}
