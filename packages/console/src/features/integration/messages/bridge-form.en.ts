export const bridgeForm = {
  mask: 'Enter the secret itself: the six asterisks would be stored as the secret.',
  notCopied:
    'The original has a secret here that the broker never shows. Enter it again if the target needs it.',
  notJson: 'No message makes this JSON: check quotes, commas and brackets.',
  notLineProtocol: 'This is not line protocol: measurement,tag=value field=value timestamp.',
  sameName:
    'Uploads can get the same name and overwrite each other: name the node, and the time or the sequence, such as ${node}/${datetime.rfc3339utc}_${sequence}.',
}
