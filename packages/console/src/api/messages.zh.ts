import type { Words } from '#i18n/words.ts'
import type * as en from './messages.ts'

export const api: Words<typeof en.api> = {
  networkError: '网络错误',
  operationFailed: '操作失败',
  errorOccurred: '发生错误',
  wrongPassword: '用户名或密码错误',
  loginExpired: '登录已过期，请重新登录',
  notAllowed: '没有权限执行此操作',
  unreachableServer: 'Brokerdeck 服务没有响应，可能已停止，或网络中断。',
  unreachableBroker: 'Brokerdeck 无法连接到 Broker，它可能正在启动、已停止，或端口未开放。',
  upstreamTls: 'Broker 的证书未被信任',
  upstreamTlsDetail: '请为 Broker 配置受信任的证书；确认其身份后，也可用 --insecure-upstream-tls 启动。',
  timeout: '请求超时',
  timeoutDetail: 'Broker 响应时间过长，无法确定请求是否已经生效。',
  unreadable: '无法解析响应',
  unreadableDetail: (path: string) =>
    path === '' ? '响应内容与接口约定不符。' : `响应内容与接口约定不符：字段“${path}”缺失或类型不同。`,
  stringifyError: '序列化错误',
  stringifyErrorDetail: '请求未发送：其内容无法表示为 JSON。',
  aborted: '请求已中止',
  unaddressable: '无法按此标识发出请求',
  unaddressableDetail: '请求未发送：浏览器会从地址中去掉为空、“.”或“..”的标识，请求会指向别的对象。',
  notOffered: '当前 Broker 不提供此功能',
  notOfferedDetail: '所连接的 Broker 没有这部分 API。',
  readOnly: '只读模式',
  readOnlyDetail: '控制台设为只读，未做任何更改。',
  tooManyAttempts: '尝试次数过多',
  tooManyAttemptsDetail: (seconds?: number) =>
    seconds === undefined
      ? '服务器未校验本次请求，请稍候再试。'
      : `服务器未校验本次请求，请在 ${seconds} 秒后重试。`,
  nodeDown: '节点未运行或不存在。',
  internalError: 'Broker 处理请求时发生内部错误。',
}

export const permission: Words<typeof en.permission> = {
  readOnly: '控制台设为只读，不会做任何修改。',
  viewer: '您的角色是查看者，只能查看，不能修改。',
  secretsForAdministrators: '只有管理员可以查看密钥。',
}

/** The reasons why a feature is disabled for all users of this console. */
export const closed: Words<typeof en.closed> = {
  payloads: 'Payload 已隐藏：启动控制台的人员对所有用户关闭了查看。',
  publish: '发布已关闭：启动控制台的人员对所有用户关闭了发布。',
  export: '导出已关闭：启动控制台的人员对所有用户关闭了导出。',
}
