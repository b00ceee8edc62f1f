/** The JSON text of each value of an object, by its key. @param json of an object, valid and without spaces between its parts */
export function entriesOfJson(json: string): Map<string, string> {
  const entries = new Map<string, string>();
  let [start, depth] = [1, 0];
  let colon: number | undefined;
  for (let offset = 0; offset < json.length; offset += 1) {
    const character = json.charAt(offset);
    if (character === '"') offset = endOfText(json, offset);
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
    else if (character === ':' && depth === 1) colon = offset;
    const isEnd = depth === 0 || (depth === 1 && character === ',');
    if (!isEnd || colon === undefined) continue;
    entries.set(String(JSON.parse(json.slice(start, colon))), json.slice(colon + 1, offset));
    [start, colon] = [offset + 1, undefined];
  }
  return entries;
}

/** Offset of the quotation mark that ends the text which begins here. */
function endOfText(json: string, start: number): number {
  let end = start + 1;
  while (json.charAt(end) !== '"') end += json.charAt(end) === '\\' ? 2 : 1;
  return end;
}
