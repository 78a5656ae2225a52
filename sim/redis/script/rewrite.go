package script

import (
	"errors"
	"strconv"

	"github.com/yuin/gopher-lua/ast"
)

// Names of the functions that rewritten code calls. They are locals around the
// script, and no script can spell them: a name has no blank.
const (
	concatName   = "bounded concat"
	setName      = "bounded set"
	newTableName = "bounded table"
	lengthName   = "bounded length"
	operandName  = "bounded operand"
	powerName    = "portable power"
)

// hidden lists them in the order in which the machine passes them.
var hidden = []string{concatName, setName, newTableName, lengthName, operandName, powerName}

// nestingMax bounds the depth of the syntax tree, over which this file and
// gopher-lua's compiler recurse.
const nestingMax = 120

var errNesting = errors.New("chunk has too many syntax levels")

// rewrite replaces, in a whole chunk, what would escape the budget, and wraps
// the chunk so that running it once returns the script as a function:
//
//	local concat, set, table, length, operand, power = ...
//	return function() <chunk> end
func rewrite(chunk []ast.Stmt) (wrapped []ast.Stmt, err error) {
	defer func() {
		if p := recover(); p != nil {
			if p != errNesting {
				panic(p)
			}
			err = errNesting
		}
	}()
	var r rewriter
	body := &ast.FunctionExpr{ParList: &ast.ParList{HasVargs: true}, Stmts: r.block(chunk)}
	body.SetLine(1)
	if len(chunk) > 0 {
		body.SetLastLine(chunk[len(chunk)-1].LastLine())
	}
	return []ast.Stmt{
		at(1, &ast.LocalAssignStmt{Names: hidden, Exprs: []ast.Expr{at(1, &ast.Comma3Expr{})}}),
		at(1, &ast.ReturnStmt{Exprs: []ast.Expr{body}}),
	}, nil
}

// at gives a new node of the tree its line.
func at[N ast.PositionHolder](line int, n N) N {
	n.SetLine(line)
	n.SetLastLine(line)
	return n
}

// A rewriter walks the tree. It knows how deep it is.
type rewriter struct{ depth int }

func (r *rewriter) enter() {
	if r.depth++; r.depth > nestingMax {
		panic(errNesting)
	}
}

func (r *rewriter) leave() { r.depth-- }

func (r *rewriter) block(list []ast.Stmt) []ast.Stmt {
	r.enter()
	defer r.leave()
	for i, s := range list {
		list[i] = r.stmt(s)
	}
	return list
}

func (r *rewriter) stmt(s ast.Stmt) ast.Stmt {
	switch s := s.(type) {
	case *ast.AssignStmt:
		r.exprs(s.Rhs)
		return r.assign(s)
	case *ast.LocalAssignStmt:
		r.exprs(s.Exprs)
	case *ast.FuncCallStmt:
		s.Expr = r.expr(s.Expr)
	case *ast.DoBlockStmt:
		s.Stmts = r.block(s.Stmts)
	case *ast.WhileStmt:
		s.Condition = r.expr(s.Condition)
		s.Stmts = r.block(s.Stmts)
	case *ast.RepeatStmt:
		s.Condition = r.expr(s.Condition)
		s.Stmts = r.block(s.Stmts)
	case *ast.IfStmt:
		s.Condition = r.expr(s.Condition)
		s.Then = r.block(s.Then)
		s.Else = r.block(s.Else)
	case *ast.NumberForStmt:
		s.Init, s.Limit = r.expr(s.Init), r.expr(s.Limit)
		if s.Step != nil {
			s.Step = r.expr(s.Step)
		}
		s.Stmts = r.block(s.Stmts)
	case *ast.GenericForStmt:
		r.exprs(s.Exprs)
		s.Stmts = r.block(s.Stmts)
	case *ast.FuncDefStmt:
		return r.funcDef(s)
	case *ast.ReturnStmt:
		r.exprs(s.Exprs)
	}
	return s
}

func (r *rewriter) exprs(list []ast.Expr) {
	for i, e := range list {
		list[i] = r.expr(e)
	}
}

func (r *rewriter) expr(e ast.Expr) ast.Expr {
	r.enter()
	defer r.leave()
	switch e := e.(type) {
	case *ast.StringConcatOpExpr:
		return r.concat(e)
	case *ast.UnaryLenOpExpr:
		return call(e.Line(), lengthName, r.expr(e.Expr))
	case *ast.TableExpr:
		return r.table(e)
	case *ast.AttrGetExpr:
		e.Object, e.Key = r.expr(e.Object), r.expr(e.Key)
	case *ast.FuncCallExpr:
		if e.Func != nil {
			e.Func = r.expr(e.Func)
		}
		if e.Receiver != nil {
			e.Receiver = r.expr(e.Receiver)
		}
		r.exprs(e.Args)
	case *ast.LogicalOpExpr:
		e.Lhs, e.Rhs = r.expr(e.Lhs), r.expr(e.Rhs)
	case *ast.RelationalOpExpr:
		e.Lhs, e.Rhs = r.expr(e.Lhs), r.expr(e.Rhs)
		if e.Operator != "==" && e.Operator != "~=" {
			e.Lhs = operand(e.Lhs) // no more is compared than either has
		}
	case *ast.ArithmeticOpExpr:
		if e.Operator == "^" {
			return call(e.Line(), powerName, single(r.expr(e.Lhs)), r.expr(e.Rhs))
		}
		e.Lhs, e.Rhs = operand(r.expr(e.Lhs)), operand(r.expr(e.Rhs))
	case *ast.UnaryMinusOpExpr:
		e.Expr = operand(r.expr(e.Expr))
	case *ast.UnaryNotOpExpr:
		e.Expr = r.expr(e.Expr)
	case *ast.FunctionExpr:
		e.Stmts = r.block(e.Stmts)
	}
	return e
}

// call is a call of a hidden function. It yields one value.
func call(line int, name string, args ...ast.Expr) ast.Expr {
	if n := len(args); n > 0 {
		args[n-1] = single(args[n-1])
	}
	return at(line, &ast.FuncCallExpr{Func: ident(line, name), Args: args, AdjustRet: true})
}

func ident(line int, name string) ast.Expr { return at(line, &ast.IdentExpr{Value: name}) }

// single keeps an expression from yielding more than one value.
func single(e ast.Expr) ast.Expr {
	switch e := e.(type) {
	case *ast.FuncCallExpr:
		e.AdjustRet = true
	case *ast.Comma3Expr:
		e.AdjustRet = true
	}
	return e
}

// operand turns e into operand(e), unless it is a plain number.
func operand(e ast.Expr) ast.Expr {
	if _, ok := e.(*ast.NumberExpr); ok {
		return e
	}
	return call(e.Line(), operandName, e)
}

// argsMax bounds the arguments of one hidden call: each takes a register.
const argsMax = 16

// concat turns a..b..c into concat(a, b, c). A long chain nests to the right,
// as the operator does.
func (r *rewriter) concat(e *ast.StringConcatOpExpr) ast.Expr {
	args := []ast.Expr{r.expr(e.Lhs)}
	rest := e.Rhs
	for len(args) < argsMax-1 {
		next, ok := rest.(*ast.StringConcatOpExpr)
		if !ok {
			break
		}
		args = append(args, r.expr(next.Lhs))
		rest = next.Rhs
	}
	return call(e.Line(), concatName, append(args, r.expr(rest))...)
}

// table turns a constructor into table({...}, m, n), m being the number of its
// fields with a plain name and n of those with none, and moves the other fields
// out of the braces: with a number as key they could make the machine fill any
// number of places before it.
//
//	{1, 2, x = 3, [k] = v}   ->   table({1, 2, x = 3}, 1, 2, k, v)
func (r *rewriter) table(e *ast.TableExpr) ast.Expr {
	line := e.Line()
	var plain []*ast.Field
	var computed []ast.Expr
	named, listed := 0, 0
	for i, f := range e.Fields {
		f.Value = r.expr(f.Value)
		if i < len(e.Fields)-1 {
			f.Value = single(f.Value) // it may come last once others have left
		}
		switch {
		case f.Key == nil:
			listed++
			plain = append(plain, f)
		case isString(f.Key):
			named++
			plain = append(plain, f)
		default:
			computed = append(computed, r.expr(f.Key), single(f.Value))
		}
	}
	e.Fields = plain
	var made ast.Expr = e
	for {
		now := computed[:min(len(computed), argsMax)]
		computed = computed[len(now):]
		args := append([]ast.Expr{made, number(line, named), number(line, listed)}, now...)
		made = call(line, newTableName, args...)
		if len(computed) == 0 {
			return made
		}
		named, listed = 0, 0 // are counted
	}
}

func number(line, n int) ast.Expr {
	return at(line, &ast.NumberExpr{Value: strconv.Itoa(n)})
}

func isString(e ast.Expr) bool {
	_, ok := e.(*ast.StringExpr)
	return ok
}

// assign turns t[k] = v into set(t, k, v). With several targets all operands
// are evaluated first, as the language wants:
//
//	t[k], x = v, w   ->   do local o1, k1, v1, v2 = t, k, v, w; x = v2; set(o1, k1, v1) end
func (r *rewriter) assign(s *ast.AssignStmt) ast.Stmt {
	line := s.Line()
	indexed := false
	for i, target := range s.Lhs {
		if get, ok := target.(*ast.AttrGetExpr); ok {
			indexed = true
			s.Lhs[i] = r.expr(get)
		}
	}
	if !indexed {
		return s
	}
	if get, ok := s.Lhs[0].(*ast.AttrGetExpr); ok && len(s.Lhs) == 1 && len(s.Rhs) == 1 {
		return at(line, &ast.FuncCallStmt{Expr: call(line, setName, get.Object, get.Key, s.Rhs[0])})
	}
	values := &ast.LocalAssignStmt{Exprs: s.Rhs}
	operands := &ast.LocalAssignStmt{}
	var stores []ast.Stmt
	for i, target := range s.Lhs {
		id := strconv.Itoa(i)
		values.Names = append(values.Names, "value "+id)
		value := ident(line, "value "+id)
		get, ok := target.(*ast.AttrGetExpr)
		if !ok {
			stores = append(stores, at(line, &ast.AssignStmt{Lhs: []ast.Expr{target}, Rhs: []ast.Expr{value}}))
			continue
		}
		operands.Names = append(operands.Names, "object "+id, "key "+id)
		operands.Exprs = append(operands.Exprs, single(get.Object), single(get.Key))
		stored := call(line, setName, ident(line, "object "+id), ident(line, "key "+id), value)
		stores = append(stores, at(line, &ast.FuncCallStmt{Expr: stored}))
	}
	block := []ast.Stmt{at(line, operands), at(line, values)}
	for i := len(stores) - 1; i >= 0; i-- { // Lua stores from the last to the first
		block = append(block, stores[i])
	}
	return at(line, &ast.DoBlockStmt{Stmts: block})
}

// funcDef turns "function a.b() end" and "function a:b() end" into assignments.
func (r *rewriter) funcDef(s *ast.FuncDefStmt) ast.Stmt {
	s.Func.Stmts = r.block(s.Func.Stmts)
	line := s.Line()
	if s.Name.Func == nil {
		s.Func.ParList.Names = append([]string{"self"}, s.Func.ParList.Names...)
		key := at(line, &ast.StringExpr{Value: s.Name.Method})
		return at(line, &ast.FuncCallStmt{Expr: call(line, setName, r.expr(s.Name.Receiver), key, s.Func)})
	}
	if get, ok := s.Name.Func.(*ast.AttrGetExpr); ok {
		return at(line, &ast.FuncCallStmt{Expr: call(line, setName, r.expr(get.Object), r.expr(get.Key), s.Func)})
	}
	return s
}
