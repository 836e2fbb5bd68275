export const zh = {
  title: '发布消息',
  publishHere: '向该主题发布',
}
