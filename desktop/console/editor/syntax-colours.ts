/** Syntax colours. Each has a contrast of at least 4.5:1 on every background of a diff. */
export interface SyntaxColours {
  keyword: string
  operatorKeyword: string
  string: string
  number: string
  comment: string
  propertyName: string
  meta: string
  lineNumber: string
}

export const lightSyntax: SyntaxColours = {
  keyword: '#1d3f8f',
  operatorKeyword: '#8a1f11',
  string: '#3f4a14',
  number: '#6a1b6e',
  comment: '#45505e',
  propertyName: '#0f4a66',
  meta: '#5a4200',
  lineNumber: '#47525f',
}

export const darkSyntax: SyntaxColours = {
  keyword: '#a9c7ff',
  operatorKeyword: '#ffb8ae',
  string: '#d3dca0',
  number: '#efb5f0',
  comment: '#b7c2ce',
  propertyName: '#9adcf5',
  meta: '#ecd18b',
  lineNumber: '#b3bec9',
}
