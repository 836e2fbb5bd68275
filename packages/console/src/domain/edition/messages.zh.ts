export const edition = {
  notOffered: '此版本不提供',
  notOfferedText: (part: string) => `${part}属于 EMQX 企业版，当前连接的 Broker 不提供。`,
}
