import { formatNumber } from '#i18n/format-number.ts'

export const zh = {
  title: '集群',
  summary: (name: string, nodes: number) => `${name}，${formatNumber(nodes)} 个节点运行中`,

  members: '节点',
  answers: '应答节点',
  exportName: '集群',

  topology: '拓扑',
  topologyCaption: '核心节点保存数据，复制节点跟随其中一个',
  noReplicants: '没有复制节点',
  replicantsOf: (core: string) => `${core} 的复制节点`,
  streams: (count: string) => `${count} 个流`,
  topologyFailed: '无法加载拓扑',

  invite: '邀请节点',
  inviteAction: '邀请',
  nodeName: '节点名称',
  nodeNameRequired: '请输入节点名称',
  nodeNameHelp:
    '节点自己使用的名称：name@host。该节点必须运行相同的版本，使用本集群的 cookie，并且应答节点能够访问它。',
  nodeNameWrong: '请输入节点名称，例如 emqx@10.0.0.5',
  inviteImpact: '该节点将放弃自己的一切（客户端、会话和设置），改用本集群的数据。',
  invited: (node: string) => `已邀请 ${node}`,
  invitations: '邀请',
  invitationsCaption: '自应答节点启动以来，每个节点的最近一次邀请',
  inProgress: '进行中',
  joined: '已加入',
  failed: '失败',
  begun: (ago: string) => `${ago}开始`,
  nodedown: '节点没有应答：它已停止、名称或 cookie 不同，或者无法访问。',

  openNode: '打开节点',
  leave: '移出集群',
  leaveSelf: '控制台正由该节点应答。请将控制台连接到其他节点后再移出它。',
  leaveTitle: (node: string) => `将 ${node} 移出集群？`,
  leaveRunning: (connections: string, sessions: string) =>
    `将断开 ${connections}的连接，并结束 ${sessions}，其中等待的消息全部丢失。`,
  connections: (_count: number, shown: string) => `${shown} 个客户端`,
  sessions: (_count: number, shown: string) => `${shown} 个会话`,
  leaveStopped: '该节点已停止，没有客户端连接到它。再次启动后它也不会回到集群。',
  leaveAfter: '如果客户端知道其余节点，就会通过它们重新连接。之后可以再次邀请该节点。',
  leaveAction: '移出',
  left: (node: string) => `${node} 已离开集群`,
}
