export const bridgeForm = {
  mask: '请填写真实的密钥，否则六个星号会被当作密钥保存。',
  notCopied: '原资源在此处有密钥，Broker 不会显示其内容。目标系统需要时请重新填写。',
}
