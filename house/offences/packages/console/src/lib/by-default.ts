// breaks: named-exports
export default 1
