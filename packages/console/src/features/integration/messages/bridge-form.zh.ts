export const bridgeForm = {
  mask: '请填写真实的密钥，否则六个星号会被当作密钥保存。',
  notCopied: '原资源在此处有密钥，Broker 不会显示其内容。目标系统需要时请重新填写。',
  notJson: '任何消息都无法使其成为 JSON：请检查引号、逗号和括号。',
  notLineProtocol: '不符合行协议：measurement,tag=value field=value timestamp。',
  sameName:
    '多次上传可能得到相同的名称而互相覆盖：请包含节点以及时间或序号，例如 ${node}/${datetime.rfc3339utc}_${sequence}。',
}
