import { formatNumber } from '#i18n/format-number.ts'

export const zh = {
  title: '速率限制',
  summary: '每个节点的流入上限，与发送者无关。监听器另有自己的限制。',
  rates: '各节点的速率',
  ratesNote: '超出速率时不会丢失数据：节点会放慢读取，客户端感觉如同网络变慢。',
  unlimited: '不限制',
  connections: '新建连接',
  connectionsHelp: '超出该速率的连接将等待接入。',
  messages: '发布消息',
  messagesHelp: '一个节点上所有客户端的 PUBLISH 报文合计。',
  bytes: '接收数据',
  bytesHelp: '一个节点上所有客户端的字节数合计。',
  newClientsOnly: '对此后连接的客户端生效。已连接的客户端在重新连接之前沿用连接时的消息速率和数据速率。',
  liftedImpact:
    '在限制期间连接的客户端，EMQX 5.8 可能不再收到其任何数据，直至它们重新连接。请在应用后断开这些客户端。',
  keptTitle: '沿用旧速率的客户端',
  kept: (count: number | undefined) =>
    `${count === undefined ? '部分' : `${formatNumber(count)} 个`}客户端在更改之前已连接，重新连接之前沿用旧速率。解除限制后，在此之前 EMQX 5.8 可能不再收到它们的任何数据。`,
  nobodyLeft: '更改之前连接的客户端已全部断开。',
  disconnect: '断开客户端…',
  disconnectTitle: (count: number) => `断开 ${formatNumber(count)} 个客户端？`,
  disconnectBody:
    '这些连接将被关闭，会话随之结束：订阅和排队中的消息都会丢失。客户端可以立即重新连接，并使用新的速率。',
  disconnectAction: '断开',
  stops: '速率为 0 时将完全不接收。',
}
