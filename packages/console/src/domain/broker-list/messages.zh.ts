export const brokerList = {
  counting: '正在统计匹配的条目…',
  stop: '停止',
}
