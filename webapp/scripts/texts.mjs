#!/usr/bin/env node
// Finds text that would break on a translated page. A translating browser replaces text with its own elements. React,
// which does not notice, fails when it removes such text or inserts before it, and its later changes to the text are
// invisible. It replaces an element's content as a whole if that is a single string, so text must be alone in its
// element. Constant text is no exception: React may reuse its element for other content.
import { relative, resolve } from 'node:path';
import ts from 'typescript';

const root = resolve(import.meta.dirname, '..');
const { TypeFlags } = ts;
const TEXT = TypeFlags.StringLike | TypeFlags.NumberLike | TypeFlags.BigIntLike;
const NOTHING = TypeFlags.Null | TypeFlags.Undefined | TypeFlags.Void | TypeFlags.BooleanLike;

const { fileNames, options } = ts.getParsedCommandLineOfConfigFile(
  resolve(root, 'tsconfig.json'),
  {},
  ts.sys,
);
const program = ts.createProgram(fileNames, options);
const checker = program.getTypeChecker();

/** Whether values of a type are `text`, `elements`, a `slot` for both, or `nothing`. */
function kindOfType(type, known = new Set()) {
  if (known.has(type)) return 'elements';
  known.add(type);
  const kinds = new Set();
  for (const part of type.isUnion() ? type.types : [type]) {
    if (part.flags & TEXT) kinds.add(part.isStringLiteral() && part.value === '' ? 'nothing' : 'text');
    else if (part.flags & NOTHING) kinds.add('nothing');
    else if (part.flags & (TypeFlags.Any | TypeFlags.Unknown)) kinds.add('slot');
    else {
      const item = checker.isArrayLikeType(part) && checker.getIndexTypeOfType(part, ts.IndexKind.Number);
      const inside = item ? kindOfType(item, known) : 'elements';
      kinds.add(inside === 'text' ? 'slot' : inside);
    }
  }
  if (kinds.has('slot') || (kinds.has('text') && kinds.has('elements'))) return 'slot';
  return ['text', 'elements'].find((kind) => kinds.has(kind)) ?? 'nothing';
}

/** The kind of an element. A component of ours that may return bare text is `bare`: it has no element at all. */
function kindOfElement(opening) {
  const declared = checker.getTypeAtLocation(opening.tagName);
  const isLibrary = (type) =>
    ((type.aliasSymbol ?? type.symbol)?.declarations ?? []).some((one) =>
      one.getSourceFile().fileName.includes('/node_modules/'),
    );
  if ((declared.isUnion() ? declared.types : [declared]).every(isLibrary)) return 'elements';
  const signature = checker.getResolvedSignature(opening);
  const kind = signature ? kindOfType(signature.getReturnType()) : 'elements';
  return kind === 'text' || kind === 'slot' ? 'bare' : 'elements';
}

function kindOf(child) {
  if (ts.isJsxText(child)) return child.containsOnlyTriviaWhiteSpaces ? 'nothing' : 'text';
  if (ts.isJsxElement(child)) return kindOfElement(child.openingElement);
  if (ts.isJsxSelfClosingElement(child)) return kindOfElement(child);
  if (ts.isJsxFragment(child)) return 'elements';
  return child.expression ? kindOfType(checker.getTypeAtLocation(child.expression)) : 'nothing';
}

/** The way in which an element would lose text, if any. */
function faultOf(element) {
  const kinds = element.children.map(kindOf).filter((kind) => kind !== 'nothing');
  if (kinds.includes('bare')) return 'a component that may be bare text';
  if (!kinds.includes('text') && !kinds.includes('slot')) return undefined;
  // The surroundings of a fragment are unknown.
  if (ts.isJsxFragment(element)) return 'text of a fragment';
  return kinds.length > 1 ? 'text that is not alone in its element' : undefined;
}

let count = 0;
for (const source of program.getSourceFiles()) {
  const path = relative(root, source.fileName);
  if (!/^src\/.*(?<!\.test)\.tsx$/.test(path)) continue;
  const visit = (node) => {
    const fault = (ts.isJsxElement(node) || ts.isJsxFragment(node)) && faultOf(node);
    if (fault) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
      console.error(`${path}:${line + 1}: ${fault}: put all of it into one string in an element of its own`);
      count += 1;
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
}
process.exitCode = count === 0 ? 0 : 1;
