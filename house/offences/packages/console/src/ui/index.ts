// breaks: file-names, named-exports, named-after-export
export { Word } from './word.tsx'
