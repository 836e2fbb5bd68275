import { formatNumber } from '#i18n/format-number.ts'
import { vocabulary } from '#i18n/vocabulary.zh.ts'
import type { Words } from '#i18n/words.ts'
import type * as en from './server-audit.ts'

export const serverAudit: Words<typeof en.serverAudit> = {
  tabs: '审计日志',
  broker: 'Broker 日志',
  server: '本服务器日志',
  summary: '由本服务器写入：经由它的每次写操作及客户端地址',
  label: '写操作',

  time: vocabulary.time,
  objectName: '对象名称',
  kind: '对象类型',
  auth: '身份来源',
  address: vocabulary.ipAddress,
  method: vocabulary.method,
  path: vocabulary.path,
  requestId: '请求 ID',
  backend: '单点登录',
  cluster: vocabulary.cluster,
  status: 'HTTP 状态码',
  query: '查询参数',
  otherQuery: '其他参数',
  hiddenQueries: (count: number) => `${formatNumber(count)} 个，未记录`,

  session: vocabulary.session,
  apiKey: 'API 密钥',
  signIn: '登录',
  unknownSession: '未知会话',
  none: '无凭据',
  unknownSessionNote: '该令牌来自本服务器上次启动之前或另一台服务器，无法得知属于哪个用户。',

  succeeded: vocabulary.success,
  refused: '已拒绝',
  unfinished: '未完成',
  withStatus: (result: string, status: number) => `${result}（${status}）`,
  beginNote: '缺少结束记录：操作仍在进行，或服务器在响应前已终止。该写操作可能已生效。',
  cutNote: '客户端在响应前断开。该写操作可能已生效。',

  show: vocabulary.details,
  detailTitle: '写操作',
  reached: (time: string) => `已搜索至 ${time}`,
  saveLines: '全部匹配记录，导出为 JSON Lines',
  full: '缩小筛选范围或导出以查看更早的记录',
  emptyTitle: '尚无写操作记录',
  emptyText: '从现在起，经由本服务器的每次写操作都会记录在此。',
  noneMatch: '没有匹配的写操作',
  noneSoFar: '暂未找到匹配的写操作',
  noneSoFarText: '加载更多以继续向前搜索。',

  offTitle: '本服务器未保存审计日志',
  offText:
    '要记录谁通过此控制台修改了什么，请使用此选项启动 Brokerdeck。下次启动时生效，此前的操作不会补记。',
  outputTitle: '审计日志写入标准输出',
  outputText: '服务器无法再次读取其中的记录。请在收集其输出的位置查看，或使用此选项写入文件。',
  option: '--audit-log FILE',
  signInAgain: '重新登录后才能读取此日志',
  signInAgainText: '服务器在您登录之后重新启动，无法得知此会话属于谁。请退出后重新登录。',
  notAdministrator: '只有管理员可以读取此日志',
  notAdministratorText: '其中包含所有用户的操作及其来源地址。',
}
