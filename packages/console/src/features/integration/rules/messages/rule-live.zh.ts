import { formatNumber } from '#i18n/format-number.ts'
import { vocabulary } from '#i18n/vocabulary.zh.ts'
import type { Words } from '#i18n/words.ts'
import type * as en from './rule-live.ts'

export const dryRun: Words<typeof en.dryRun> = {
  title: '试运行',
  disabled: '该规则已禁用，启用之前不会执行。',
  caption: '用一条消息执行已保存的规则，并渲染其动作的模板',
  source: '模拟的来源',
  reset: '恢复示例',
  run: '试运行',
  countsAsFailed:
    'Broker 会将试运行中的每个动作计为失败（未知原因）。规则的统计会说明其中有多少来自本次访问的试运行。',
  runHelp: '只渲染模板，不发送任何数据。',
  runReal: '连同动作执行…',
  realTitle: (id: string) => `执行规则 ${id} 及其动作？`,
  realBody: (_count: number, shown: string) =>
    `将用该消息执行该规则的 ${shown} 个动作各一次：消息会被发布，其他系统会收到数据，且无法撤销。`,
  noActions: '该规则没有动作',
  realAction: '连同动作执行',
  rendered: (actions: string) => `语句已通过，已渲染 ${actions}，未发送任何数据。`,
  executed: (actions: string) => `语句已通过，已执行 ${actions}。`,
  actions: (_count: number, shown: string) => `${shown} 个动作`,
  noResult: '无结果：该消息不符合语句条件',
  ranNothing: '未执行：该规则已禁用',
  failed: '该规则处理此消息时失败',
  seeRun: '数秒后可在“执行记录”中查看。',
  notShown: '无法显示模板的渲染结果：它来自日志追踪，而当前没有追踪在运行。',
}

export const runningTest: Words<typeof en.runningTest> = {
  title: '停止测试？',
  body: '正在观察该规则的真实数据，保存副本时将停止。',
  action: '另存为副本…',
}

export const runs: Words<typeof en.runs> = {
  title: '执行记录',
  caption: '真实消息与试运行，最新的在前，读取自日志追踪',
  watch: '观察真实数据',
  watchAgain: '重新观察',
  watchHelp:
    '将在所有节点上为该规则启动日志追踪（包含 Payload）。离开该规则的页面即停止并删除，最长 30 分钟。',
  watching: (nodes: string) => `正在观察 ${nodes}，离开该规则的页面即结束`,
  nodes: (_count: number, shown: string) => `${shown} 个节点`,
  following: (name: string) => `正在跟随追踪 ${name}，离开后该追踪仍保留`,
  over: vocabulary.stopped,
  stop: vocabulary.stop,
  gone: '该追踪已被删除，仅显示此前的执行记录。',
  failed: '无法启动追踪',
  limit: 'Broker 最多保留 30 个日志追踪。请删除不再需要的追踪后重试。',
  toTraces: '日志追踪',
  taken: (name: string) => `追踪 ${name} 已在跟踪该规则`,
  takenText: '每个规则同时只能有一个追踪。可以跟随正在运行的追踪，不会对其产生影响。',
  follow: '跟随',
  openTrace: '打开追踪',
  readFailed: '无法读取日志',
  letGo: (count: string) => `较早的 ${count} 行已不再保留：本页最多保留 20,000 行或 8 MB。`,
  skipped: (size: string) => `已跳过日志开头的 ${size}。`,
  idle: '当前未在观察',
  idleText: '观察真实数据可查看触发该规则的每条消息，也可以在上方试运行。',
  waiting: '尚无消息触发该规则',
  waitingText: '各节点上的执行会在两秒内显示在这里。',
  nothingSeen: '没有消息触发该规则',
  filter: '结果',
  all: (count: string) => `所有结果（${count}）`,
  one: (outcome: string, count: string) => `${outcome}（${count}）`,
  noneSuch: '没有此结果的执行',
  more: (count: number) => `显示更早的 ${formatNumber(count)} 次执行`,
  list: '该规则的执行',
  input: '输入',
  statement: vocabulary.sql,
  output: '输出',
  took: (span: string) => `${span}后`,
  request: '渲染结果',
  response: '响应',
  reason: vocabulary.reason,
  noActions: '该规则没有动作',
  notShown: '无法显示：该行的这一部分无法读取',
  chain: '该消息来自规则的消息重发布，Broker 在此停止，以免形成循环。',
}

/** The outcomes of a run, and of an action. */
export const ruleOutcomes: Words<typeof en.ruleOutcomes> = {
  passed: vocabulary.passed,
  noResult: vocabulary.noResult,
  failed: vocabulary.failed,
  requestExpired: '请求过期',
  actionFailed: '动作失败',
  outOfService: '服务不可用',
  recursive: '检测到循环重发布',
  running: vocabulary.running,
  success: vocabulary.success,
  rendered: '已渲染，未执行',
  discarded: '丢弃',
}

/** The labels of failed parts of a statement, by the broker's name of the failure. */
export const ruleFaults: Words<typeof en.ruleFaults> = {
  SELECT_clause_exception: 'SELECT 失败',
  WHERE_clause_exception: 'WHERE 失败',
  FOREACH_clause_exception: 'FOREACH 失败',
  INCASE_clause_exception: 'INCASE 失败',
  DO_clause_exception: 'DO 失败',
  other: '语句执行失败',
}
