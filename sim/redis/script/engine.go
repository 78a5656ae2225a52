package script

import "lockstep/sim/redis/resp"

type Call struct {
	Source     string
	Keys, Argv []string
	ReadOnly   bool
}

type Engine struct {
	run func(args []string, readOnly bool) resp.Reply
}

func New(run func(args []string, readOnly bool) resp.Reply) *Engine { return &Engine{run: run} }

func (e *Engine) Eval(c Call) resp.Reply           { return resp.ErrorOf("ERR not yet") }
func (e *Engine) Source(sha string) (string, bool) { return "", false }
func (e *Engine) Load(source string) resp.Reply    { return resp.ErrorOf("ERR not yet") }
func (e *Engine) Flush()                           {}
func (e *Engine) Close()                           {}
