import { describe, expect, test } from 'vitest'
import { structure } from './corpus.ts'

const alphaOf = async (text: string) => (await structure(text)).alpha

describe('a renaming of what is bound inside is none', () => {
  test.each([
    ['a parameter', 'export function f(a) { return a }', 'export function f(b) { return b }'],
    [
      'a variable of a block',
      'export const f = () => { { let a; a() } }',
      'export const f = () => { { let b; b() } }',
    ],
    ['a var before its line', 'export function f() { a = 1; var a }', 'export function f() { b = 1; var b }'],
    ['a short property', 'export const f = (a) => ({ a })', 'export const f = (b) => ({ a: b })'],
    ['a pattern', 'export const f = ({ a }) => a', 'export const f = ({ a: b }) => b'],
    [
      'a caught error',
      'export const f = () => { try {} catch (a) { a() } }',
      'export const f = () => { try {} catch (b) { b() } }',
    ],
    [
      'a function that is not exported',
      'function a() {}\nexport const b = a',
      'function c() {}\nexport const b = c',
    ],
    ['an import', `import { a } from 'x'\nexport { a }`, `import { a as b } from 'x'\nexport { b as a }`],
    ['a type parameter', 'export type F<A> = A[]', 'export type F<B> = B[]'],
    ['a key of a mapped type', 'export type F = { [A in B]: A }', 'export type F = { [C in B]: C }'],
    [
      'an inferred type',
      'export type F<A> = A extends (infer B)[] ? B : never',
      'export type F<A> = A extends (infer C)[] ? C : never',
    ],
    ['an element', 'export const f = (A) => <A></A>', 'export const f = (B) => <B></B>'],
  ])('%s', async (_what, one, other) => {
    const alpha = await alphaOf(one)
    expect(alpha).not.toBeNull()
    expect(await alphaOf(other)).toBe(alpha)
  })
})

describe('a change under cover of a renaming is seen', () => {
  test.each([
    ['another variable', 'export const f = (a, b) => a - b', 'export const f = (b, a) => a - b'],
    ['what is captured', 'export const f = (a) => (b) => a', 'export const f = (a) => (a) => a'],
    [
      'a default value does not see the body',
      'export function f(b = x) { var x = 1; return x }',
      'export function f(b = y) { var y = 1; return y }',
    ],
    [
      'a var that is a parameter',
      'export function f(a) { var a; return a }',
      'export function f(a) { var b; return a }',
    ],
    [
      'a type and a value of one name',
      'type T = 1\nexport function f(T: T) { return T }',
      'type T = 1\ntype U = 2\nexport function f(U: U) { return U }',
    ],
    ['a free name', 'export const f = () => a', 'export const f = () => b'],
    ['a property', 'export const f = (a) => a.b', 'export const f = (a) => a.c'],
    ['an exported name', 'export function a() {}', 'export function b() {}'],
    ['an ambient name', 'declare const a: 1\nexport const f = a', 'declare const b: 1\nexport const f = b'],
    [
      'a parameter that is a property',
      'export class A { constructor(private a: B) {} }',
      'export class A { constructor(private b: B) {} }',
    ],
    ['a member of an enum', 'export enum A { b = 1, c = b }', 'export enum A { d = 1, c = d }'],
    ['an element of that name', 'export const f = (A) => <A></A>', 'export const f = (a) => <a></a>'],
    [
      'what JSX calls',
      `import React from 'react'\nexport const f = <a/>`,
      `import R from 'react'\nexport const f = <a/>`,
    ],
    [
      'a label',
      'export const f = () => { a: for (;;) break a }',
      'export const f = () => { a: for (;;) break }',
    ],
    ['a global of a script', 'var a = 1', 'var b = 1'],
    [
      'the imported name',
      `import { a } from 'x'\nexport const f = a`,
      `import { b } from 'x'\nexport const f = b`,
    ],
    [
      'a false branch does not see what is inferred',
      'type B = 1\nexport type F<A> = A extends infer B ? 1 : B',
      'type B = 1\nexport type F<A> = A extends infer C ? 1 : C',
    ],
  ])('%s', async (_what, one, other) => {
    const [before, after] = [await alphaOf(one), await alphaOf(other)]
    expect(before).not.toBeNull()
    expect(after).not.toBe(before)
  })
})

describe('where a name can be reached by its text, nothing is renamed', () => {
  test.each([
    ['eval', 'export function f(a) { return eval("a") }'],
    ['arguments', 'export function f(a) { arguments[0] = 1; return a }'],
    ['with', 'function f(a) { with (a) { b } }'],
    ['a var that a caught error hides', 'export function f() { try {} catch (a) { var a = 1 } }'],
    ['a function in a block of a script', 'function f() { { function g() {} } g() }'],
  ])('%s', async (_what, text) => {
    const unit = await structure(text, 'file.js')
    expect(unit.alpha).toBeNull()
    expect(unit.children[0]!.alpha).toBeNull()
    expect(unit.hash).toMatch(/^sha256:[0-9a-f]{64}$/)
  })
})
